// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CcipReader} from "./CcipReader.sol";
import {encodeName, findV1Resolver, namehash} from "./DnsName.sol";
import {IExtendedResolver, IRecords, IRegistry, hasInterface} from "./Standards.sol";

/// @title Stand-in for ENS's Universal Resolver of before ENSIP-23, whose address older clients contain
/// @notice It knows the v1 registry only. Lookups go to the gateways of the resolver, one after another and under the address
/// of this contract; batch gateways that a client names are not used.
contract DevnetOlderUniversalResolver is CcipReader {
    struct Result {
        bool success;
        bytes returnData;
    }

    /// @dev What is asked, and what to do with the results.
    enum Step {
        One,
        Many,
        ReverseName,
        ReverseAddress
    }

    struct Query {
        Step step;
        bytes name;
        address resolver;
        bool extended;
        bytes[] calls;
        Result[] results;
        uint256 done;
        string primary;
        address reverseResolver;
    }

    IRegistry private immutable _registry;

    error ResolverNotFound();
    error ResolverWildcardNotSupported();
    error ResolverNotContract();
    error ResolverError(bytes returnData);

    constructor(IRegistry registry) {
        _registry = registry;
    }

    /// @notice The resolver of `name`, the node of `name`, and where in `name` the ancestor starts that has the resolver.
    function findResolver(bytes memory name) public view returns (address resolver, bytes32 node, uint256 offset) {
        node = namehash(name, 0);
        (resolver, offset) = findV1Resolver(_registry, name, 0);
    }

    /// @notice Answers a record call about `name`, and tells which resolver did.
    function resolve(bytes memory name, bytes memory data) public view returns (bytes memory, address) {
        return abi.decode(_ask(_query(Step.One, name, _single(data))), (bytes, address));
    }

    /// @notice As `resolve` without gateways.
    function resolve(
        bytes memory name,
        bytes memory data,
        string[] memory
    ) external view returns (bytes memory, address) {
        return resolve(name, data);
    }

    /// @notice Answers several record calls; one that fails has its reason as its result.
    function resolve(bytes memory name, bytes[] memory data) public view returns (Result[] memory, address) {
        return abi.decode(_ask(_query(Step.Many, name, data)), (Result[], address));
    }

    /// @notice As `resolve` without gateways.
    function resolve(
        bytes memory name,
        bytes[] memory data,
        string[] memory
    ) external view returns (Result[] memory, address) {
        return resolve(name, data);
    }

    /// @notice The name that a reverse name has, the address that it leads to, and the resolvers of both. Clients compare the
    /// address.
    function reverse(
        bytes memory reverseName
    ) public view returns (string memory, address, address, address) {
        bytes memory call = abi.encodeCall(IRecords.name, (namehash(reverseName, 0)));
        Query memory query = _query(Step.ReverseName, reverseName, _single(call));
        return abi.decode(_ask(query), (string, address, address, address));
    }

    /// @notice As `reverse` without gateways.
    function reverse(
        bytes memory reverseName,
        string[] memory
    ) external view returns (string memory, address, address, address) {
        return reverse(reverseName);
    }

    function _query(Step step, bytes memory name, bytes[] memory calls) private view returns (Query memory query) {
        (address resolver, , uint256 offset) = findResolver(name);
        if (resolver == address(0)) revert ResolverNotFound();
        if (resolver.code.length == 0) revert ResolverNotContract();
        query.extended = hasInterface(resolver, type(IExtendedResolver).interfaceId);
        if (offset != 0 && !query.extended) revert ResolverWildcardNotSupported();
        query.step = step;
        query.name = name;
        query.resolver = resolver;
        query.calls = calls;
        query.results = new Result[](calls.length);
    }

    /// @dev Makes the next call; returns the return data of the external function.
    function _ask(Query memory query) private view returns (bytes memory) {
        if (query.done == query.calls.length) return _finish(query);
        bytes memory call = query.calls[query.done];
        if (query.extended) call = abi.encodeCall(IExtendedResolver.resolve, (query.name, call));
        return _read(query.resolver, call, abi.encode(query));
    }

    function _continue(Answer[] memory answers, bytes memory then) internal view override returns (bytes memory) {
        Query memory query = abi.decode(then, (Query));
        bytes memory data = answers[0].data;
        bool success = answers[0].status == Status.Returned;
        if (!success && query.step != Step.Many) revert ResolverError(data);
        bool wrapped = success && query.extended;
        query.results[query.done++] = Result(success, wrapped ? abi.decode(data, (bytes)) : data);
        return _ask(query);
    }

    function _finish(Query memory query) private view returns (bytes memory) {
        if (query.step == Step.Many) return abi.encode(query.results, query.resolver);
        bytes memory data = query.results[0].returnData;
        if (query.step == Step.One) return abi.encode(data, query.resolver);
        if (query.step == Step.ReverseName) return _askAddress(abi.decode(data, (string)), query.resolver);
        return abi.encode(query.primary, abi.decode(data, (address)), query.reverseResolver, query.resolver);
    }

    function _askAddress(string memory primary, address reverseResolver) private view returns (bytes memory) {
        if (bytes(primary).length == 0) return abi.encode("", address(0), reverseResolver, address(0));
        bytes memory name = encodeName(primary);
        bytes memory call = abi.encodeWithSignature("addr(bytes32)", namehash(name, 0));
        Query memory query = _query(Step.ReverseAddress, name, _single(call));
        query.primary = primary;
        query.reverseResolver = reverseResolver;
        return _ask(query);
    }

    function _single(bytes memory call) private pure returns (bytes[] memory calls) {
        calls = new bytes[](1);
        calls[0] = call;
    }
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {slice} from "./DnsName.sol";
import {IBatchGateway, OffchainLookup} from "./Standards.sol";

/// @title Calls that may go offchain (EIP-3668) on behalf of a contract
/// @notice A contract calls `_read` or `_readAll` and goes on in `_continue`, possibly in a later call by the client.
/// `then` is whatever that contract has to remember until then.
abstract contract CcipReader {
    /// @dev Pending: went offchain, `data` is its OffchainLookup. Returned: `data` is the return data.
    /// Reverted: the target reverted with `data`. GatewayFailed: the batch gateway got no answer, `data` says why.
    enum Status {
        Pending,
        Returned,
        Reverted,
        GatewayFailed
    }

    struct Answer {
        Status status;
        bytes data;
    }

    struct Lookup {
        address sender;
        string[] urls;
        bytes callData;
        bytes4 callback;
        bytes extraData;
    }

    /// @notice The batch gateway answered another number of questions than it was asked.
    error InvalidBatchGatewayResponse();

    /// @dev Calls `target`. Where that goes offchain, so does this contract: to the same gateways, under its own address.
    function _read(address target, bytes memory call, bytes memory then) internal view returns (bytes memory) {
        return _proceed(_call(target, call), then);
    }

    /// @dev Makes all `calls` to `target`. Those that go offchain are put to `gateways` together (ENSIP-21).
    function _readAll(
        address target,
        bytes[] memory calls,
        string[] memory gateways,
        bytes memory then
    ) internal view returns (bytes memory) {
        Answer[] memory answers = new Answer[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) answers[i] = _call(target, calls[i]);
        return _proceedAll(answers, gateways, then);
    }

    /// @dev Gets the answers, none of them pending; returns the return data of the external function.
    function _continue(Answer[] memory answers, bytes memory then) internal view virtual returns (bytes memory);

    /// @notice Callback of `_read`.
    function readCallback(bytes calldata response, bytes calldata extraData) external view {
        (bytes memory lookup, bytes memory then) = abi.decode(extraData, (bytes, bytes));
        _return(_proceed(_callBack(_decode(lookup), response), then));
    }

    /// @notice Callback of `_readAll`.
    function batchCallback(bytes calldata response, bytes calldata extraData) external view {
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        (Answer[] memory answers, string[] memory gateways, bytes memory then) = abi.decode(
            extraData,
            (Answer[], string[], bytes)
        );
        if (failures.length != responses.length || responses.length != _countPending(answers)) {
            revert InvalidBatchGatewayResponse();
        }
        uint256 next = 0;
        for (uint256 i = 0; i < answers.length; i++) {
            if (answers[i].status != Status.Pending) continue;
            answers[i] = failures[next]
                ? Answer(Status.GatewayFailed, responses[next])
                : _callBack(_decode(answers[i].data), responses[next]);
            next++;
        }
        _return(_proceedAll(answers, gateways, then));
    }

    function _proceed(Answer memory answer, bytes memory then) private view returns (bytes memory) {
        if (answer.status == Status.Pending) {
            Lookup memory lookup = _decode(answer.data);
            bytes memory extraData = abi.encode(answer.data, then);
            revert OffchainLookup(address(this), lookup.urls, lookup.callData, this.readCallback.selector, extraData);
        }
        Answer[] memory answers = new Answer[](1);
        answers[0] = answer;
        return _continue(answers, then);
    }

    function _proceedAll(
        Answer[] memory answers,
        string[] memory gateways,
        bytes memory then
    ) private view returns (bytes memory) {
        uint256 pending = _countPending(answers);
        if (pending == 0) return _continue(answers, then);
        IBatchGateway.Request[] memory requests = new IBatchGateway.Request[](pending);
        for (uint256 i = answers.length; pending > 0; ) {
            if (answers[--i].status != Status.Pending) continue;
            Lookup memory lookup = _decode(answers[i].data);
            requests[--pending] = IBatchGateway.Request(lookup.sender, lookup.urls, lookup.callData);
        }
        revert OffchainLookup(
            address(this),
            gateways,
            abi.encodeCall(IBatchGateway.query, (requests)),
            this.batchCallback.selector,
            abi.encode(answers, gateways, then)
        );
    }

    function _call(address target, bytes memory call) private view returns (Answer memory) {
        (bool ok, bytes memory data) = target.staticcall(call);
        if (ok) return Answer(Status.Returned, data);
        // A lookup of another contract is not the target's own (EIP-3668, security considerations).
        bool pending = bytes4(data) == OffchainLookup.selector && _decode(data).sender == target;
        return Answer(pending ? Status.Pending : Status.Reverted, data);
    }

    function _callBack(Lookup memory lookup, bytes memory response) private view returns (Answer memory) {
        return _call(lookup.sender, abi.encodeWithSelector(lookup.callback, response, lookup.extraData));
    }

    function _decode(bytes memory revertData) private pure returns (Lookup memory lookup) {
        (lookup.sender, lookup.urls, lookup.callData, lookup.callback, lookup.extraData) = abi.decode(
            slice(revertData, 4, revertData.length),
            (address, string[], bytes, bytes4, bytes)
        );
    }

    function _countPending(Answer[] memory answers) private pure returns (uint256 count) {
        for (uint256 i = 0; i < answers.length; i++) if (answers[i].status == Status.Pending) count++;
    }

    function _return(bytes memory data) private pure {
        assembly ("memory-safe") {
            return(add(data, 32), mload(data))
        }
    }

    /// @dev Reverts with `data` as it stands.
    function _revertWith(bytes memory data) internal pure {
        assembly ("memory-safe") {
            revert(add(data, 32), mload(data))
        }
    }
}

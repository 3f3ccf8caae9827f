// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CcipReader} from "./CcipReader.sol";
import {slice} from "./DnsName.sol";
import {IERC7996, IExtendedResolver, IRecords, MULTICALL_FEATURE, hasInterface} from "./Standards.sol";

/// @title Asks a resolver the way ENS's contracts do
/// @notice A resolver that tells its features (ERC-7996) is called directly, for a multicall only if it has the multicall
/// feature; all others are asked through the batch gateway, a multicall item by item.
abstract contract ResolverCaller is CcipReader {
    struct Question {
        bool extended;
        bool split;
        bytes4 selector;
        bytes then;
    }

    /// @dev Asks `resolver` the record call `call` about `name` and goes on in `_answered` or `_failed`.
    function _ask(
        address resolver,
        bytes memory name,
        bytes memory call,
        string[] memory gateways,
        bytes memory then
    ) internal view returns (bytes memory) {
        bool multicall = bytes4(call) == IRecords.multicall.selector;
        bool extended = hasInterface(resolver, type(IExtendedResolver).interfaceId);
        bool direct = hasInterface(resolver, type(IERC7996).interfaceId) &&
            (!multicall || (extended && IERC7996(resolver).supportsFeature(MULTICALL_FEATURE)));
        bytes memory question = abi.encode(Question(extended, multicall && !direct, bytes4(call), then));
        if (direct) return _read(resolver, extended ? _wrap(name, call) : call, question);
        bytes[] memory calls = multicall ? _items(call) : _single(call);
        if (extended) for (uint256 i = 0; i < calls.length; i++) calls[i] = _wrap(name, calls[i]);
        return _readAll(resolver, calls, gateways, question);
    }

    /// @dev Gets the resolver's answer; returns the return data of the external function.
    function _answered(bytes memory answer, bytes memory then) internal view virtual returns (bytes memory);

    /// @dev Reverts with the reason why the resolver did not answer a call of `selector`.
    function _failed(Answer memory answer, bytes4 selector) internal view virtual;

    function _continue(Answer[] memory answers, bytes memory state) internal view override returns (bytes memory) {
        Question memory question = abi.decode(state, (Question));
        if (!question.split) {
            Answer memory answer = answers[0];
            if (_isFailure(answer)) _failed(answer, question.selector);
            return _answered(_unwrap(answer.data, question.extended), question.then);
        }
        bytes[] memory items = new bytes[](answers.length);
        for (uint256 i = 0; i < answers.length; i++) {
            items[i] = _unwrap(answers[i].data, question.extended && !_isFailure(answers[i]));
        }
        return _answered(abi.encode(items), question.then);
    }

    function _isFailure(Answer memory answer) private pure returns (bool) {
        return answer.status != Status.Returned || answer.data.length == 0;
    }

    function _wrap(bytes memory name, bytes memory call) private pure returns (bytes memory) {
        return abi.encodeCall(IExtendedResolver.resolve, (name, call));
    }

    function _unwrap(bytes memory data, bool wrapped) private pure returns (bytes memory) {
        return wrapped ? abi.decode(data, (bytes)) : data;
    }

    function _items(bytes memory multicall) private pure returns (bytes[] memory) {
        return abi.decode(slice(multicall, 4, multicall.length), (bytes[]));
    }

    function _single(bytes memory call) private pure returns (bytes[] memory calls) {
        calls = new bytes[](1);
        calls[0] = call;
    }
}

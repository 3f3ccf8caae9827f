// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice EIP-3668: the answer is offchain. The client fetches it from one of `urls` and hands it to
/// `callbackFunction` of `sender`.
/// @param sender The contract that asks; clients compare it with the contract they called.
/// @param urls Gateway URL templates, tried in order: GET where they hold `{data}`, else POST.
/// @param callData What the gateway is asked.
/// @param callbackFunction Selector that takes (bytes response, bytes extraData).
/// @param extraData Handed to the callback unchanged.
error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

/// @notice ERC-165: which interfaces a contract implements.
interface IERC165 {
    /// @notice Tells whether the contract implements an interface.
    /// @param interfaceId The interface: XOR of its function selectors.
    /// @return supported False for 0xffffffff and for every interface not implemented.
    function supportsInterface(bytes4 interfaceId) external view returns (bool supported);
}

/// @notice ERC-7996: which features a contract has that its interfaces cannot tell. Interface id 0x582de3e7.
interface IERC7996 {
    /// @notice Tells whether the contract has a feature.
    /// @param feature First four bytes of the hash of the feature's name.
    /// @return supported False for an unknown feature.
    function supportsFeature(bytes4 feature) external view returns (bool supported);
}

/// @notice ENSIP-10: a resolver that answers for a name and for all names below it. Interface id 0x9061b923.
interface IExtendedResolver {
    /// @notice Answers a record call about a name.
    /// @param name The name in DNS wire form.
    /// @param data The record call, for example `addr(bytes32)` or `multicall(bytes[])`, with its arguments.
    /// @return result The ABI-encoded return values of the record call.
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory result);
}

/// @notice ENSIP-16: where the data of offchain names is kept. Interface id 0x8a596ebe.
interface IOffchainMetadata {
    /// @notice The answer of `metadata` has changed.
    /// @param name The name in DNS wire form; the root name (one zero byte) stands for every name.
    /// @param rpcURLs JSON-RPC endpoints that serve the events of the data; empty where there are none.
    /// @param chainId The chain that holds the data; 0 means that it is offchain.
    /// @param baseRegistry The registry on that chain; the zero address where there is none.
    event MetadataChanged(bytes name, string[] rpcURLs, uint256 chainId, address baseRegistry);

    /// @notice Tells where the data of a name is kept.
    /// @param name The name in DNS wire form.
    /// @return rpcURLs JSON-RPC endpoints that serve the events of the data; empty where there are none.
    /// @return chainId The chain that holds the data; 0 means that it is offchain.
    /// @return baseRegistry The registry on that chain; the zero address where there is none.
    function metadata(
        bytes calldata name
    ) external view returns (string[] memory rpcURLs, uint256 chainId, address baseRegistry);
}

/// @notice ERC-1271: a contract tells whether a signature is its own. Interface id 0x1626ba7e, which is also the answer.
interface IERC1271 {
    /// @notice Tells whether a signature of a hash is valid for this contract.
    /// @return magic 0x1626ba7e where it is.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4 magic);
}

/// @notice A resolver that says who verifies its answers. Interface id 0xed57d294.
interface IVerifiableResolver {
    /// @notice Another contract verifies from now on.
    /// @param name The name in DNS wire form; the root name (one zero byte) stands for every name.
    event VerifierChanged(bytes name, address verifier);

    /// @notice Tells who verifies the answers for a name, and where they come from.
    function verifierMetadata(bytes calldata name) external view returns (address verifier, string[] memory gateways);
}

/// @notice What a gateway is asked about names that can be sealed. Nothing is called on chain.
interface ISealedGateway {
    /// @notice The signed sets of a name that is sealed in storage; they do not depend on the question.
    function recordSet(bytes calldata name) external view returns (bytes memory);

    /// @notice The same, or an answer as to `resolve`, with the proof of what the trees of seals say.
    function resolveWithSeal(bytes calldata name, bytes calldata data) external view returns (bytes memory);
}
